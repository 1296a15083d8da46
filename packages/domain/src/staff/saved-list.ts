/** Lists of the desk whose filter an employee can name. */
export const SAVED_LISTS = [
  'work',
  'reviews',
  'approvals',
  'messages',
  'money',
  'statements',
  'requests',
] as const

export type SavedList = (typeof SAVED_LISTS)[number]
