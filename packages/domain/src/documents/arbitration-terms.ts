/**
 * The arbitration clause of portfolios that have one. Sample text, to be confirmed by counsel before real use;
 * it is never part of a covered borrower's agreement (32 CFR 232.8(c)).
 */
export const ARBITRATION_TERMS: readonly string[] = [
  'If we cannot settle a dispute about this loan with each other, either of us may have it decided by one neutral arbitrator instead of a court. Small claims stay with the small claims court of your county.',
  'The arbitration is held near your home, by telephone or in writing, as you choose. We pay its fees. The arbitrator applies the same law and can award the same as a court could.',
  'You may refuse this clause: write to us within 60 days after signing, giving your name and loan number. Refusing changes nothing else about the loan.',
  'Disputes are decided one by one and not for groups. Where the law does not allow that, this clause does not apply.',
]
