// Money that is no cost of a model: bills, credits, corrections, with the one form that books them.
import { Plus, Receipt } from "lucide-react";
import { useState } from "react";
import { type FinanceEvent, type Span, useFinanceEvents, useFinanceSummary } from "@/api/costs";
import { useCompany } from "@/company";
import { useFormats, useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Empty, Failed, SkeletonRows } from "@/ui/states";
import { Time } from "@/ui/time";
import { BookMoney } from "./book-money";

function Booking({ booking }: { booking: FinanceEvent }) {
  const t = useT();
  const formats = useFormats();
  const isCredit = booking.direction === "credit";
  const amount = formats.money(booking.amountCents, booking.currency);
  const facts = [booking.biller, booking.description, booking.externalInvoiceId].filter(Boolean).join(" · ");
  return (
    <li className="flex items-start gap-3 px-4 py-2">
      <span className="min-w-0 grow">
        <span className="block truncate">{t(`costs.kind_${booking.eventKind}`)}</span>
        <span className="block truncate text-text-3 text-xs">{facts}</span>
      </span>
      <span className="shrink-0 text-right">
        <span className={`tabular block ${isCredit ? "text-good-ink" : ""}`}>
          {isCredit ? `+ ${amount}` : amount}
        </span>
        <span className="block text-text-3 text-xs">
          {booking.estimated && <span className="text-working-ink">{t("costs.estimated")} · </span>}
          <Time at={booking.occurredAt} />
        </span>
      </span>
    </li>
  );
}

/** What went and what came, in one line. */
function Sums({ span }: { span: Span }) {
  const t = useT();
  const formats = useFormats();
  const { data } = useFinanceSummary(useCompany().id, span);
  if (!data) return <span className="grow" />;
  const parts = [
    t("costs.went", { amount: formats.money(data.debitCents) }),
    ...(data.creditCents > 0 ? [t("costs.came", { amount: formats.money(data.creditCents) })] : []),
    ...(data.estimatedDebitCents > 0
      ? [t("costs.estimatedPart", { amount: formats.money(data.estimatedDebitCents) })]
      : []),
  ];
  return (
    <p className="tabular min-w-0 grow text-text-2">
      <span className="font-semibold text-text">
        {t("costs.net", { amount: formats.money(data.netCents) })}
      </span>
      {" · "}
      {parts.join(" · ")}
    </p>
  );
}

export function Finance({ span }: { span: Span }) {
  const t = useT();
  const events = useFinanceEvents(useCompany().id, span);
  const [isBooking, setBooking] = useState(false);
  const book = (
    <Button icon={<Plus size={14} />} onClick={() => setBooking(true)}>
      {t("costs.book")}
    </Button>
  );
  return (
    <>
      {events.isPending ? (
        <SkeletonRows count={6} />
      ) : !events.data ? (
        <Failed isInline error={events.error} what={t("costs.by_finance")} onRetry={() => events.refetch()} />
      ) : events.data.length === 0 ? (
        <Empty icon={<Receipt size={20} />} title={t("costs.noFinance")} action={book}>
          {t("costs.noFinanceWhy")}
        </Empty>
      ) : (
        <>
          <div className="mb-3 flex items-center gap-3">
            <Sums span={span} />
            {book}
          </div>
          <Card>
            <ul aria-label={t("costs.by_finance")} className="divide-y divide-line">
              {events.data.map((booking) => (
                <Booking key={booking.id} booking={booking} />
              ))}
            </ul>
          </Card>
        </>
      )}
      {isBooking && <BookMoney onClose={() => setBooking(false)} />}
    </>
  );
}
