// Times, durations, money and numbers as people read them. Everything that is shown goes through here.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A cent in millionths of a dollar. */
const CENT = 10_000;

export interface Formats {
  /** "4 min ago" within seven days, a date after. */
  relative(at: string | Date, now?: number): string;
  /** Date and time of the user's place. */
  dateTime(at: string | Date): string;
  /** The same in UTC. */
  utc(at: string | Date): string;
  date(at: string | Date): string;
  time(at: string | Date): string;
  /** "1 h 4 min", "42 s", "0.3 s". */
  duration(milliseconds: number): string;
  /** Cents as money; nothing known is not zero. */
  money(cents: number, currency?: string): string;
  /** Millionths of a dollar as money; what is less than a cent is never nothing. */
  micros(micros: number): string;
  number(value: number): string;
  /** 0 to 1 as a percentage. */
  percent(share: number): string;
  /** 12,345 as "12.3K". */
  compact(value: number): string;
  bytes(value: number): string;
}

function duration(milliseconds: number, number: (value: number) => string): string {
  const ms = Math.max(0, milliseconds);
  if (ms < 10 * SECOND) return `${number(Math.round(ms / 100) / 10)} s`;
  if (ms < MINUTE) return `${Math.round(ms / SECOND)} s`;
  const parts: Array<[number, string]> =
    ms < HOUR
      ? [
          [Math.floor(ms / MINUTE), "min"],
          [Math.floor((ms % MINUTE) / SECOND), "s"],
        ]
      : ms < DAY
        ? [
            [Math.floor(ms / HOUR), "h"],
            [Math.floor((ms % HOUR) / MINUTE), "min"],
          ]
        : [
            [Math.floor(ms / DAY), "d"],
            [Math.floor((ms % DAY) / HOUR), "h"],
          ];
  return parts
    .filter(([amount], index) => index === 0 || amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(" ");
}

/** The formats of a language. */
export function formatsOf(locale: string, timeZone?: string): Formats {
  const zone = timeZone ? { timeZone } : {};
  const plain = new Intl.NumberFormat(locale);
  const oneDigit = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const money = new Intl.NumberFormat(locale, { style: "currency", currency: "USD" });
  const moneyOf = (currency: string) => new Intl.NumberFormat(locale, { style: "currency", currency });
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  const compact = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", ...zone });
  const utc = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });
  const day = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", ...zone });
  const dayOfYear = new Intl.DateTimeFormat(locale, {
    month: "short",
    day: "numeric",
    year: "numeric",
    ...zone,
  });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short", ...zone });

  function date(at: string | Date): string {
    const moment = new Date(at);
    return (moment.getFullYear() === new Date().getFullYear() ? day : dayOfYear).format(moment);
  }

  return {
    relative(at, now = Date.now()) {
      const age = now - new Date(at).getTime();
      const size = Math.abs(age);
      const back = age < 0 ? 1 : -1;
      if (size < 45 * SECOND) return relative.format(0, "second");
      if (size < HOUR) return relative.format(back * Math.max(1, Math.round(size / MINUTE)), "minute");
      if (size < DAY) return relative.format(back * Math.round(size / HOUR), "hour");
      if (size < 7 * DAY) return relative.format(back * Math.round(size / DAY), "day");
      return date(at);
    },
    dateTime: (at) => dateTime.format(new Date(at)),
    utc: (at) => `${utc.format(new Date(at))} UTC`,
    date,
    time: (at) => time.format(new Date(at)),
    duration: (milliseconds) => duration(milliseconds, (value) => oneDigit.format(value)),
    money: (cents, currency = "USD") => (currency === "USD" ? money : moneyOf(currency)).format(cents / 100),
    micros: (micros) =>
      micros > 0 && micros < CENT ? `< ${money.format(0.01)}` : money.format(micros / CENT / 100),
    number: (value) => plain.format(value),
    percent: (share) => percent.format(share),
    compact: (value) => compact.format(value),
    bytes(value) {
      const units = ["B", "kB", "MB", "GB"];
      const step = Math.min(units.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3));
      return `${oneDigit.format(value / 1000 ** step)} ${units[step]}`;
    },
  };
}
