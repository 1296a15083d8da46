import { centsText } from '../../origination/wire-text.ts'

/** An amount on the axis of a picture: whole dollars say enough. */
export const axisText = (amount: number): string => centsText(Math.round(amount)).replace(/\.\d{2}$/, '')
