import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './sessions-messages.es.ts'

export const sessionsText = defineMessages(
  {
    title: 'Where you are signed in',
    lead: "See a device you don't recognize? Sign it out, then change your password.",
    onlyHere: 'You are signed in on this device only.',
    here: 'This device',
    device: '{browser} on {system}',
    anotherDevice: 'Another device',
    since: 'Signed in {when}',
    used: 'Last used {ago}',
    usedNow: 'In use now',
    end: 'Sign out',
    endNow: 'Sign out',
    endNamed: 'Sign out {device}, signed in {when}',
    endOthers: 'Sign out everywhere else',
    endTitle: 'Sign out {device}?',
    endOthersTitle: 'Sign out everywhere else?',
    endLead: 'That device is signed out right away. Enter your password to continue.',
    ended: '{device} is signed out.',
    endedOthers: 'You are signed out everywhere else.',
  },
  { es },
)
