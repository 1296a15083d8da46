/** How many borrowers come to a demonstration, and over how many days, where nothing else is said. */
export const USUAL_PLAN = { borrowers: 150, days: 120 } as const
