// The name of the product with its mark.
export function Wordmark() {
  return (
    <span className="flex items-center gap-2 font-semibold text-md">
      <img src="/favicon.svg" alt="" width={22} height={22} />
      Wireclip
    </span>
  );
}
