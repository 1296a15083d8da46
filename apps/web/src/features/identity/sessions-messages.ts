import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './sessions-messages.es.ts'

export const sessionsText = defineMessages(
  {
    title: 'Where you are signed in',
    lead: 'Do you see a device that is not yours? Sign it out, then change your password.',
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
    endLead: 'Open pages there close at once. Type your password to go on.',
    ended: '{device} is signed out.',
    endedOthers: 'You are signed out everywhere else.',
  },
  { es },
)
