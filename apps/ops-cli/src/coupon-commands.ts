import type { CallReply } from '@dolphin/contract/call'
import { issueCouponCall, listCouponCall } from '@dolphin/contract/coupons'
import { COUPON_MAIL_OBSTACLE_TEXTS } from '@dolphin/domain/consents/advertising'
import { type Command, portfolioOption, UsageError } from './command.ts'
import { textTable } from './text-table.ts'

const KINDS = {
  financeChargeAmount: 'off the finance charge',
  financeChargePercent: 'off the finance charge',
  originationFee: 'no origination fee',
} as const

type Issued = CallReply<typeof issueCouponCall>

const mailText = ({ mailObstacle, mailLeavesFrom }: Issued): string =>
  mailObstacle === null
    ? `its mail leaves from ${mailLeavesFrom}`
    : `no mail goes: ${COUPON_MAIL_OBSTACLE_TEXTS[mailObstacle]}`

export const COUPON_COMMANDS: readonly Command[] = [
  {
    name: 'coupon list',
    usage: '[--portfolio N]',
    help: 'coupons with their windows, and how many are reserved and used',
    options: { portfolio: { type: 'string' } },
    async run(client, input) {
      const data = await client.ask(listCouponCall, { query: { portfolioId: portfolioOption(input) } })
      const rows = data.coupons.map((one) => [
        String(one.portfolioId),
        one.couponCode,
        [one.value, KINDS[one.kind]].filter((part) => part !== null).join(' '),
        `${one.validFrom} to ${one.validThrough}`,
        one.couponStatus === 1 ? 'in effect' : 'not in effect',
        one.personal ? 'personal' : 'open',
        String(one.reserved),
        `${one.used}${one.limitTotal === null ? '' : ` of ${one.limitTotal}`}`,
      ])
      const headings = ['Portfolio', 'Coupon', 'Gives', 'Window', 'Status', 'For', 'Reserved', 'Used']
      return { data, text: textTable(headings, rows) }
    },
  },
  {
    name: 'coupon issue',
    usage: '<openId> <code>',
    help: 'give a personal coupon to a customer; says whether its link is mailed',
    async run(client, { words }) {
      const [openId, couponCode, ...more] = words
      if (openId === undefined || couponCode === undefined || more.length > 0)
        throw new UsageError('Give the customer’s openId and the coupon’s code.')
      const data = await client.ask(issueCouponCall, { body: { openId, couponCode } })
      return {
        data,
        text: `${data.couponCode} ${data.isNew ? 'issued' : 'held already'} at portfolio ${data.portfolioId}, to be used through ${data.validThrough}; ${mailText(data)}`,
      }
    },
  },
]
