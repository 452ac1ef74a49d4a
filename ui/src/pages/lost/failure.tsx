// The last net: where even the shell fails, a person is told and can reload.
import { Component, type ReactNode } from "react";
import { translate } from "@/texts/locale";

export class Failure extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main role="alert" className="grid h-full place-content-center gap-3 text-center">
        <h1 className="font-semibold text-md">{translate("errors.pageBroke")}</h1>
        <button type="button" className="text-accent-ink underline" onClick={() => location.reload()}>
          {translate("errors.reload")}
        </button>
      </main>
    );
  }
}
