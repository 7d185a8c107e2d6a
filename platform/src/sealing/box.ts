import { decrypt, encrypt } from './cipher.ts'

/**
 * Seals data of schema `app` that has no subject key: secrets of authenticators, waiting email, sign-ins in
 * progress.
 */
export type Box = Readonly<{
  /** `context` names the place: what is sealed for one cannot be opened in another. */
  seal: (text: string, context: string) => Buffer
  /** Throws for what was altered or sealed for another place. */
  open: (sealed: Buffer, context: string) => string
}>

/** `masterKey`: SEALING_KEY, 32 bytes in base64. */
export const createBox = (masterKey: string): Box => {
  const key = Buffer.from(masterKey, 'base64')
  return {
    seal: (text, context) => encrypt(key, Buffer.from(text, 'utf8'), `box\n${context}`),
    open: (sealed, context) => decrypt(key, sealed, `box\n${context}`).toString('utf8'),
  }
}
