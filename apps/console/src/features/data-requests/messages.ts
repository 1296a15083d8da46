/** What the page of requests about data says, beside what a customer's file says of them. */
export const requestText = {
  title: 'Data requests',
  none: 'No request waits for an answer.',
  noneAnswered: 'No request was answered yet.',
  customer: 'Customer',
  portfolio: 'Portfolio',
  state: 'Show',
  open: 'Open',
  answered: 'Answered',
  answerBy: 'Answer by',
  answeredAt: 'On',
  by: 'By',
} as const
