/**
 * Ten digits as people read them, "(212) 555-0123", whatever stands between them. Anything but ten digits comes back as
 * it was. Source: product.md §9.
 */
export function formatPhone(phone: string): string {
  const match = /^(\d{3})(\d{3})(\d{4})$/.exec(phone.replace(/\D/g, ''))
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : phone
}
