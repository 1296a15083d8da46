import type { CallReply } from '@dolphin/contract/call'
import { allowAccountCall, showBankLinkCall } from '@dolphin/contract/verification-staff'
import { type Command, oneWord, textOption } from './command.ts'
import { incomeRows, lineTable } from './income-rows.ts'
import { shortInstant, textTable } from './text-table.ts'

type Links = CallReply<typeof showBankLinkCall>
type Shown = NonNullable<Links['shown']>
type Account = Shown['accounts'][number]

function linkTable({ links }: Links): string {
  const rows = links.map(({ requestCode, provider, ibvStatus, institution, openedAt, reason }) => [
    requestCode,
    provider,
    String(ibvStatus),
    institution ?? '',
    shortInstant(openedAt),
    reason ?? '',
  ])
  return textTable(['Request', 'Provider', 'Status', 'Bank', 'Opened', 'Why'], rows)
}

/** What is to be known of an account beside its owners and its balance. */
const marksOf = ({ matched, tokenized, open }: Account): string[] => [
  ...(matched ? ['the typed account'] : []),
  ...(tokenized ? ['its number is a token'] : []),
  ...(open ? [] : ['takes no payments']),
]

function accountRow(account: Account): string[] {
  const { accountMasked, balance, ownerNames } = account
  const owners = ownerNames.join(', ') || 'no owner named'
  return [`Account ${accountMasked}`, [balance, owners, ...marksOf(account)].join('; ')]
}

function shownText({ requestCode, receivedAt, institution, ...shown }: Shown): string {
  const { ownersRead, unreadLines, accounts, computed, behind } = shown
  return textTable(
    ['Fact', 'Value'],
    [
      ['Request', `${requestCode}, ${institution}, ${shortInstant(receivedAt)}`],
      ...accounts.map(accountRow),
      ...(ownersRead ? [] : [['Owners', 'could not be asked for: hold the names against the application']]),
      ...(unreadLines === 0 ? [] : [['Lines not read', String(unreadLines)]]),
      ...incomeRows(computed, behind),
    ],
  )
}

const accountLines = ({ accountMasked, rows }: Account): string =>
  `Account ${accountMasked}\n${lineTable(rows)}`

function linksText(links: Links, withRows: boolean): string {
  const { shown } = links
  if (shown === null) return linkTable(links)
  const lines = withRows ? shown.accounts.map(accountLines) : []
  return [linkTable(links), shownText(shown), ...lines].join('\n\n')
}

export const BANK_LINK_COMMANDS: readonly Command[] = [
  {
    name: 'bank-link show',
    usage: '<loanNo> [--request CODE] [--rows]',
    help: 'the bank links of a loan and the rows behind each figure of the newest that came through, or of the one named; --rows lists every transaction',
    options: { request: { type: 'string' }, rows: { type: 'boolean' } },
    async run(client, input) {
      const query = { loanNo: oneWord(input, 'loan number'), requestCode: textOption(input, 'request') }
      const data = await client.ask(showBankLinkCall, { query })
      return { data, text: linksText(data, input.options['rows'] === true) }
    },
  },
  {
    name: 'bank-link allow',
    usage: '<loanNo> [--note TEXT]',
    help: 'let the borrower use the account that a new link shows, in place of the one whose link has ended',
    options: { note: { type: 'string' } },
    async run(client, input) {
      const body = { loanNo: oneWord(input, 'loan number'), note: textOption(input, 'note') ?? '' }
      const data = await client.ask(allowAccountCall, { body })
      return {
        data,
        text: `${data.loanNo}: the borrower can enter the account of the link ${data.requestCode}`,
      }
    },
  },
]
