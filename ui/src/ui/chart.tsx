// Bars by day and lines, drawn small and quiet, with the same numbers as a table behind a toggle.
import { Table2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useT } from "@/texts/locale";
import { IconButton } from "./button";
import { cx } from "./class-names";
import { Tooltip } from "./tooltip";

export interface Series {
  id: string;
  label: string;
  /** A class that sets the text colour, from the tokens. */
  colour: string;
}

export interface Point {
  id: string;
  label: string;
  values: Readonly<Record<string, number>>;
}

export interface ChartProps {
  title: string;
  series: readonly Series[];
  points: readonly Point[];
  /** How a value is written. */
  format?: (value: number) => string;
  kind?: "bars" | "line";
  height?: number;
  aside?: ReactNode;
}

const WIDTH = 560;
const GAP = 0.28;

const sumOf = (point: Point, series: readonly Series[]) =>
  series.reduce((sum, one) => sum + (point.values[one.id] ?? 0), 0);

function Bars({
  series,
  points,
  height,
  top,
}: Pick<ChartProps, "series" | "points"> & { height: number; top: number }) {
  const step = WIDTH / Math.max(1, points.length);
  return points.map((point, at) => {
    let base = height;
    return (
      <g key={point.id}>
        <rect x={at * step} y={0} width={step} height={height} className="fill-transparent" />
        {sumOf(point, series) === 0 && (
          <rect
            x={at * step + (step * GAP) / 2}
            y={height - 2}
            width={step * (1 - GAP)}
            height={2}
            rx={1}
            className="fill-surface-3"
          />
        )}
        {series.map((one) => {
          const size = ((point.values[one.id] ?? 0) / top) * (height - 4);
          if (size <= 0) return null;
          base -= size;
          return (
            <rect
              key={one.id}
              x={at * step + (step * GAP) / 2}
              y={base}
              width={step * (1 - GAP)}
              height={Math.max(1, size - 1)}
              rx={2}
              fill="currentColor"
              className={one.colour}
            />
          );
        })}
      </g>
    );
  });
}

function Lines({
  series,
  points,
  height,
  top,
}: Pick<ChartProps, "series" | "points"> & { height: number; top: number }) {
  const step = WIDTH / Math.max(1, points.length - 1);
  return series.map((one) => {
    const path = points
      .map(
        (point, at) =>
          `${at === 0 ? "M" : "L"}${at * step} ${height - 2 - ((point.values[one.id] ?? 0) / top) * (height - 6)}`,
      )
      .join(" ");
    return (
      <path
        key={one.id}
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className={one.colour}
      />
    );
  });
}

export function Chart({
  title,
  series,
  points,
  format = String,
  kind = "bars",
  height = 96,
  aside,
}: ChartProps) {
  const t = useT();
  const [isTable, setTable] = useState(false);
  const top = Math.max(
    1,
    ...points.map((point) =>
      kind === "bars" ? sumOf(point, series) : Math.max(...series.map((one) => point.values[one.id] ?? 0)),
    ),
  );
  return (
    <section className="min-w-0">
      <header className="flex items-center gap-2">
        <h3 className="min-w-0 grow truncate font-medium">{title}</h3>
        {aside}
        <IconButton
          label={isTable ? t("common.showChart") : t("common.showTable")}
          aria-pressed={isTable}
          icon={<Table2 size={14} />}
          onClick={() => setTable(!isTable)}
        />
      </header>
      {isTable ? (
        <table className="tabular mt-1 w-full text-left text-xs">
          <thead className="text-text-3">
            <tr>
              <th className="py-1 font-normal" />
              {series.map((one) => (
                <th key={one.id} className="py-1 text-right font-normal">
                  {one.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.id} className="border-line border-t">
                <th className="py-1 font-normal">{point.label}</th>
                {series.map((one) => (
                  <td key={one.id} className="py-1 text-right">
                    {format(point.values[one.id] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <>
          <div className="relative mt-2">
            <svg
              viewBox={`0 0 ${WIDTH} ${height}`}
              preserveAspectRatio="none"
              className="block w-full"
              style={{ height }}
              role="img"
              aria-label={title}
            >
              {kind === "bars" ? (
                <Bars series={series} points={points} height={height} top={top} />
              ) : (
                <Lines series={series} points={points} height={height} top={top} />
              )}
            </svg>
            <div className="absolute inset-0 flex" aria-hidden="true">
              {points.map((point) => (
                <Tooltip
                  key={point.id}
                  side="top"
                  text={
                    <span className="flex flex-col">
                      <span className="font-medium">{point.label}</span>
                      {series.map((one) => (
                        <span key={one.id} className="flex justify-between gap-4">
                          <span className="text-text-2">{one.label}</span>
                          <span className="tabular">{format(point.values[one.id] ?? 0)}</span>
                        </span>
                      ))}
                    </span>
                  }
                >
                  <span className="h-full grow rounded-s hover:bg-surface-3/40" />
                </Tooltip>
              ))}
            </div>
          </div>
          <footer className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-text-3 text-xs">
            <span>{points[0]?.label}</span>
            <span className="grow" />
            {series.length > 1 &&
              series.map((one) => (
                <span key={one.id} className="flex items-center gap-1.5">
                  <span className={cx("size-2 rounded-full bg-current", one.colour)} />
                  {one.label}
                </span>
              ))}
            <span className="grow" />
            <span>{points.at(-1)?.label}</span>
          </footer>
        </>
      )}
    </section>
  );
}
