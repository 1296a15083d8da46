/** What the view of a customer's own pages says around them. */
export const mirrorText = {
  region: 'View of a customer',
  title: (name: string) => `You see what ${name === '' ? 'the customer' : name} sees`,
  readOnly: 'Read only: nothing is saved, sent or marked as read',
  reason: (reason: string) => `Reason: “${reason}”.`,
  inHistory: 'This view is in the customer’s history.',
  left: 'left',
  end: 'End view',
  frame: (name: string) => `Pages of ${name === '' ? 'the customer' : name}`,
  overTitle: 'This view is over',
  over: 'It lasts 15 minutes, or until you end it. Nothing was saved, sent or marked as read.',
  toFile: 'Go to the customer’s file',
} as const
