import type { Message } from '@hearth/platform/mail/message'

const IGNORE = 'If you did not ask for this, do nothing: without the link nobody gets in.'

/** The link that signs in. */
export const signInMail = (to: string, url: string): Message => ({
  to,
  subject: 'Your link to sign in to Hearth',
  lines: [
    'Use this link within 15 minutes. It works once, in the browser in which you asked for it.',
    IGNORE,
  ],
  link: { label: 'Sign in', url },
})

export const resetMail = (to: string, url: string): Message => ({
  to,
  subject: 'Choose a new password for Hearth',
  lines: [
    'Use this link within 30 minutes. It works once. Everybody who is signed in as you will be signed out.',
    IGNORE,
  ],
  link: { label: 'Choose a new password', url },
})

export const passwordChangedMail = (to: string, forgotUrl: string): Message => ({
  to,
  subject: 'Your password for Hearth was changed',
  lines: [
    'Your password was changed just now, and all other sessions were ended.',
    'If this was not you, choose a new password at once.',
  ],
  link: { label: 'Choose a new password', url: forgotUrl },
})
