/** What every list of the desk says. */
export const listText = {
  fresh: (count: number) => (count === 1 ? '1 new. Show' : `${count} new. Show`),
  gone: 'no longer here',
  more: 'Show more',
  every: 'All',
  portfolio: 'Portfolio',
}
