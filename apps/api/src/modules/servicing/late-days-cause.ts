/** How the cause of a waiver of late days begins; the day follows it, so that one is posted for a day. */
export const LATE_DAYS_CAUSE = 'lateDays/'
