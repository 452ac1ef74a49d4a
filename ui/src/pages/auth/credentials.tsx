// The form of sign-in and sign-up: as few fields as there can be, made for password managers.
import { Eye, EyeOff } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ApiError, sayError } from "@/api/error";
import { signIn, signUp } from "@/api/session";
import { type TextKey, useT } from "@/texts/locale";
import { Button, IconButton } from "@/ui/button";
import { cx } from "@/ui/class-names";
import { Field, inputClass, TextField } from "@/ui/field";
import { Refusal } from "./frame";

/** What the server's refusals are called here. Neither tells whether there is an account. */
const REFUSALS: Record<string, TextKey> = {
  INVALID_EMAIL_OR_PASSWORD: "auth.wrong",
  INVALID_EMAIL: "auth.emailMissing",
  EMAIL_PASSWORD_SIGN_UP_DISABLED: "auth.closed",
  USER_ALREADY_EXISTS: "auth.taken",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "auth.taken",
  PASSWORD_TOO_SHORT: "auth.passwordHint",
};

function Password({
  value,
  onValue,
  isNew,
  error,
}: {
  value: string;
  onValue: (value: string) => void;
  isNew: boolean;
  error: string | undefined;
}) {
  const t = useT();
  const [isShown, setShown] = useState(false);
  return (
    <Field label={t("auth.password")} hint={isNew ? t("auth.passwordHint") : undefined} error={error}>
      {({ id, describedBy, isInvalid }) => (
        <span className="relative block">
          <input
            id={id}
            name="password"
            type={isShown ? "text" : "password"}
            autoComplete={isNew ? "new-password" : "current-password"}
            autoCapitalize="none"
            spellCheck={false}
            aria-describedby={describedBy}
            aria-invalid={isInvalid || undefined}
            value={value}
            onChange={(event) => onValue(event.target.value)}
            className={cx(inputClass, "h-9 pr-10 pointer-coarse:h-11")}
          />
          <IconButton
            label={t(isShown ? "auth.hidePassword" : "auth.showPassword")}
            icon={isShown ? <EyeOff size={16} /> : <Eye size={16} />}
            onClick={() => setShown(!isShown)}
            hasTooltip={false}
            className="absolute inset-y-0 right-1 my-auto"
          />
        </span>
      )}
    </Field>
  );
}

export function Credentials({ isNew, onDone }: { isNew: boolean; onDone: (person: string) => void }) {
  const t = useT();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const missing = {
    name: isNew && !name.trim() ? t("auth.nameMissing") : undefined,
    email: /^\S+@\S+$/.test(email.trim()) ? undefined : t("auth.emailMissing"),
    password: password ? undefined : t("auth.passwordMissing"),
  };
  const says = isChecked ? missing : { name: undefined, email: undefined, password: undefined };

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setChecked(true);
    setError(undefined);
    const first = (["name", "email", "password"] as const).find((field) => missing[field]);
    if (first) {
      form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return;
    }
    setBusy(true);
    try {
      const { user } = await (isNew
        ? signUp(name.trim(), email.trim(), password)
        : signIn(email.trim(), password));
      onDone(user.id);
    } catch (cause) {
      setError(cause);
      setBusy(false);
    }
  }

  const known = error instanceof ApiError ? REFUSALS[error.code ?? ""] : undefined;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {isNew && (
        <TextField
          label={t("auth.name")}
          name="name"
          autoComplete="name"
          autoFocus
          value={name}
          onValue={setName}
          error={says.name}
        />
      )}
      <TextField
        label={t("auth.email")}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        autoFocus={!isNew}
        value={email}
        onValue={setEmail}
        error={says.email}
      />
      <Password value={password} onValue={setPassword} isNew={isNew} error={says.password} />
      {!!error && <Refusal>{known ? t(known) : sayError(error, t)}</Refusal>}
      <Button type="submit" tone="primary" size="l" isBusy={isBusy}>
        {t(isNew ? "auth.signUp" : "auth.signIn")}
      </Button>
    </form>
  );
}
