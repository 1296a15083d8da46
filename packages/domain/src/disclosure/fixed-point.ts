/** One, in the fixed point of rates: forty decimals, ten more than the two-decimal figure could ever turn on. */
export const ONE = 10n ** 40n
