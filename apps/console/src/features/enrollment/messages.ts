/** What the page of an invitation says. */
export const enrollmentText = {
  title: 'Join the desk',
  lead: 'You have two things: this link, and a code that another colleague gave you. Together they let you in, once.',
  noLinkTitle: 'This address lacks its link',
  noLink:
    'Open the link of your invitation once more and copy all of it: it goes on after the # sign. If it is lost, ask for a new invitation.',
  code: 'Code of the invitation',
  codeHint: 'Ten letters and digits, such as 7F2KQ-0M9XT. Capitals and dashes do not matter.',
  missingCode: 'Enter the code of the invitation.',
  next: 'Continue',
  notTogether:
    'This link and this code do not go together, or the invitation is used or over. Check the code. A link works for 30 minutes; after that, ask two administrators for a new invitation.',
  stepOver: 'This step took longer than five minutes, so it begins again. Enter the code once more.',
  hello: (name: string) => `Welcome, ${name}`,
  until: (time: string) => `Finish by ${time} ET.`,
  passkeyTitle: 'Make a passkey',
  passkeyLead:
    'A security key, or your device with fingerprint, face or PIN. With it you sign in, and confirm what colleagues enter.',
  passkeyName: 'Name of the passkey',
  passkeyNameHint: 'So that you know it again, such as "Blue key" or "Work laptop".',
  missingName: 'Name the passkey.',
  make: 'Make the passkey',
  byPassword: 'Use a password and an authenticator app instead',
  byPasskey: 'Make a passkey instead',
  passwordTitle: 'Password and authenticator app',
  passwordLead: 'With these you can read and enter, but not confirm what a colleague entered.',
  password: 'New password',
  passwordHint: (shortest: number) => `At least ${shortest} characters. Several words are easy to remember.`,
  missingPassword: 'Choose a password.',
  scan: 'Scan this with your authenticator app, or type the key into it.',
  picture: 'QR code with the key of the authenticator app',
  missingAppCode: 'Enter the six digits that your app shows now.',
  finish: 'Finish',
  knownKey:
    'This security key belongs to another account of this desk. Use a key of your own. The two accounts confirm nothing of each other until two administrators have looked at it.',
  working: 'Your browser asks for the passkey now.',
} as const
