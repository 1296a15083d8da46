/** The SSN as it is displayed once saved: "***-**-1234", from the whole number or from its last four digits. */
export function maskSsn(ssn: string): string {
  const lastFour = /\d{4}$/.exec(ssn)?.[0]
  return `***-**-${lastFour ?? '****'}`
}
