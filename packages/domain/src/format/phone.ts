/** Ten digits as people read them: "(212) 555-0123". Anything but ten digits comes back as it was. Source: product §9. */
export function formatPhone(phone: string): string {
  const match = /^(\d{3})(\d{3})(\d{4})$/.exec(phone)
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : phone
}

/** Only the digits of what was typed or pasted; a leading country code 1 of eleven digits is dropped. */
export function phoneDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}
