const LONGEST = 40
/** Of a name without a letter or digit that the id could have. */
const NAMELESS = 'employee'

/** "Ada Lovelace" as an id: "ada-lovelace". */
export function employeeIdOf(name: string): string {
  const id = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '')
  return id === '' ? NAMELESS : id
}

/** The id itself, or with the next number where a namesake has it. */
export function freeId(start: string, taken: readonly string[]): string {
  if (!taken.includes(start)) return start
  let number = 2
  while (taken.includes(`${start}-${number}`)) number += 1
  return `${start}-${number}`
}
