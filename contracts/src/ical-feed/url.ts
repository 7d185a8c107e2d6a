import { z } from 'zod'

// Loopback is for tests alone: the fetcher refuses it unless it was given that very origin.
const isFetchable = ({ protocol, hostname, username, password, port }: URL) =>
  username === '' &&
  password === '' &&
  ((protocol === 'https:' && port === '' && hostname.includes('.')) ||
    (protocol === 'http:' && hostname === '127.0.0.1' && port !== ''))

/**
 * The address of a calendar: https at its usual port, without a user; `webcal` is what other programs call
 * it.
 */
export const zFeedUrl = z
  .string()
  .max(2_000)
  .trim()
  .overwrite((text) => text.replace(/^webcals?:\/\//i, 'https://'))
  .refine(
    (text) => URL.canParse(text) && isFetchable(new URL(text)),
    'must be a calendar link starting with https://, as shown by the other platform',
  )
