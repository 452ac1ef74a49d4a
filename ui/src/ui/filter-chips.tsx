// A filter as chips: one for each field that is narrowed, with its values behind it, and how to add another.
import { ListFilter, X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useT } from "@/texts/locale";
import { Button } from "./button";
import { Combobox, type Option } from "./combobox";
import { Menu } from "./menu";

export interface FilterFieldSpec<F extends string> {
  id: F;
  label: string;
  options: readonly Option[];
  values: readonly string[];
}

export interface FilterChipsProps<F extends string> {
  fields: ReadonlyArray<FilterFieldSpec<F>>;
  onValues: (field: F, values: string[]) => void;
  /** The field whose values are being picked. */
  openField: F | undefined;
  onOpenField: (field: F | undefined) => void;
  isFiltered: boolean;
  onClear: () => void;
  /** Chips that are not picked from a list. */
  children?: ReactNode;
}

const chip =
  "control-height flex shrink-0 items-center overflow-hidden rounded-m border border-line text-text-2 text-xs";

function Remove({ field, onRemove }: { field: string; onRemove: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      aria-label={t("issues.removeFilter", { field })}
      onClick={onRemove}
      className="grid h-full w-6 place-items-center text-text-3 hover:bg-surface-2 hover:text-text"
    >
      <X size={12} />
    </button>
  );
}

/** A chip with one fixed value. */
export function FixedChip({
  label,
  field,
  onRemove,
}: {
  label: string;
  field: string;
  onRemove: () => void;
}) {
  return (
    <span className={chip}>
      <span className="px-2 text-text">{label}</span>
      <Remove field={field} onRemove={onRemove} />
    </span>
  );
}

export function FilterChips<F extends string>(props: FilterChipsProps<F>) {
  const { fields, onValues, openField, onOpenField, isFiltered, onClear, children } = props;
  const t = useT();
  const chosen = useRef<F>(undefined);

  function toggle({ id, values }: FilterFieldSpec<F>, value: string) {
    onValues(id, values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);
  }

  return (
    <>
      {fields
        .filter((field) => field.values.length > 0 || field.id === openField)
        .map((field) => {
          const taken = field.options.filter((option) => field.values.includes(option.value));
          return (
            <span key={field.id} className={chip}>
              <span className="pr-1 pl-2 text-text-3">{field.label}</span>
              <Combobox
                label={field.label}
                options={[...field.options]}
                value={[...field.values]}
                isMultiple
                onPick={(value) => toggle(field, value)}
                isOpen={field.id === openField}
                onOpen={(isOpen) => onOpenField(isOpen ? field.id : undefined)}
                trigger={
                  <button
                    type="button"
                    className="flex h-full items-center gap-1 px-1 text-text hover:bg-surface-2"
                  >
                    {taken.length === 1 ? (
                      <>
                        {taken[0]?.icon}
                        {taken[0]?.label}
                      </>
                    ) : (
                      <span className="tabular">{field.values.length}</span>
                    )}
                  </button>
                }
              />
              <Remove field={field.label} onRemove={() => onValues(field.id, [])} />
            </span>
          );
        })}
      {children}
      <Menu
        entries={fields.map((field) => ({
          id: field.id,
          label: field.label,
          onSelect: () => {
            chosen.current = field.id;
          },
        }))}
        onClosed={() => {
          // The picker opens once the menu is gone, and takes the focus.
          const field = chosen.current;
          chosen.current = undefined;
          if (field !== undefined) onOpenField(field);
          return field !== undefined;
        }}
      >
        <Button tone="quiet" icon={<ListFilter size={14} />} className="text-xs">
          {t("issues.addFilter")}
        </Button>
      </Menu>
      {isFiltered && (
        <Button tone="quiet" className="text-xs" onClick={onClear}>
          {t("common.clear")}
        </Button>
      )}
    </>
  );
}
