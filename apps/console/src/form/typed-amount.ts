const AMOUNT = /^(\d{1,7})(?:\.(\d{1,2}))?$/

/** "1,200.5" → "1200.50"; undefined for what is no amount. */
export function amountOf(typed: string): string | undefined {
  const [, dollars, part = ''] = AMOUNT.exec(typed.trim().replaceAll(/[$,]/g, '')) ?? []
  return dollars === undefined ? undefined : `${Number(dollars)}.${part.padEnd(2, '0')}`
}
