/** Nine digits as "000-00-0000". Anything but nine digits comes back as it was. Source: product §9. */
export function formatSsn(ssn: string): string {
  const match = /^(\d{3})(\d{2})(\d{4})$/.exec(ssn)
  return match ? `${match[1]}-${match[2]}-${match[3]}` : ssn
}

/** The SSN as it is displayed once saved: "***-**-1234", from the whole number or from its last four digits. */
export function maskSsn(ssn: string): string {
  const lastFour = /\d{4}$/.exec(ssn)?.[0]
  return `***-**-${lastFour ?? '****'}`
}
