/**
 * Ten digits as people read them, "(212) 555-0123", whatever stands between them. Anything but ten digits comes back as
 * it was. Source: product.md §9.
 */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return digits.length === 10 ? digits.replace(/(...)(...)/, '($1) $2-') : phone
}
