/** What every list of the desk says. */
export const listText = {
  fresh: (count: number) => (count === 1 ? '1 new. Show' : `${count} new. Show`),
  gone: 'no longer here',
  more: 'Show more',
  every: 'All',
  portfolio: 'Portfolio',
  save: 'Save as CSV',
  saveHint: 'As it is kept now, at most 1,000 rows. Who saved what is in the audit.',
}
