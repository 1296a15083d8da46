/** What the page of today says. */
export const todayText = {
  title: 'Today',
  mine: 'My work',
  mineEmpty: 'You have taken nothing. What needs a person is under Work.',
  due: (day: string) => `due ${day}`,
  overdue: (day: string) => `overdue since ${day}`,
  kinds: 'Needs a person',
  kindsEmpty: 'Nothing needs a person.',
  open: 'Open',
  free: 'Free',
  overdueCount: (count: number) => `${count} overdue`,
  firstDue: 'First due',
  kind: 'Kind',
  approvals: 'Approvals that wait for me',
  approvalsEmpty: 'No approval waits for you.',
  entered: (count: number) =>
    count === 1
      ? 'One that you entered waits for a colleague.'
      : `${count} that you entered wait for a colleague.`,
  messages: 'Customers who wait for an answer',
  messagesEmpty: 'No customer waits for an answer.',
  longest: (age: string) => `the longest for ${age}`,
  all: 'Show all',
} as const
