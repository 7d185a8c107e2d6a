import type { Message } from '@hearth/platform/mail/message'

const IGNORE = 'If you didn’t request this, you can ignore this email. No one can sign in without the link.'

/** The link that signs in. */
export const signInMail = (to: string, url: string): Message => ({
  to,
  subject: 'Your Hearth sign-in link',
  lines: ['This link works once, in the browser where you requested it, and expires in 15 minutes.', IGNORE],
  link: { label: 'Sign in', url },
})

export const resetMail = (to: string, url: string): Message => ({
  to,
  subject: 'Choose a new Hearth password',
  lines: [
    'This link works once and expires in 30 minutes. You’ll be signed out on all other devices.',
    IGNORE,
  ],
  link: { label: 'Choose a new password', url },
})

export const passwordChangedMail = (to: string, forgotUrl: string): Message => ({
  to,
  subject: 'Your Hearth password was changed',
  lines: [
    'Your password was just changed, and you were signed out on all other devices.',
    'If this wasn’t you, choose a new password now.',
  ],
  link: { label: 'Choose a new password', url: forgotUrl },
})
