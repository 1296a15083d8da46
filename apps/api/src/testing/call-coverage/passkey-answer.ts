/** What no passkey has signed, in the form of an answer. */
export const passkeyAnswer = {
  id: 'k',
  rawId: 'k',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
} as const
