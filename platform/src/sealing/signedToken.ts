import { createHmac, timingSafeEqual } from 'node:crypto'

const sign = (secret: string, kind: string, content: string) =>
  createHmac('sha256', secret).update(`${kind}.${content}`).digest()

/** `<kind>.<payload>.<signature>`, payload and signature in base64url. `kind` is part of what is signed. */
export const signToken = (secret: string, kind: string, payload: unknown): string => {
  const content = Buffer.from(JSON.stringify(payload), 'utf8').toString('base64url')
  return `${kind}.${content}.${sign(secret, kind, content).toString('base64url')}`
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The payload of a token of this kind that this secret signed; undefined for any other text. */
export const readSignedToken = (secret: string, kind: string, token: string): unknown => {
  const [givenKind, content, signature, ...rest] = token.split('.')
  if (givenKind !== kind || content === undefined || signature === undefined || rest.length > 0)
    return undefined
  const expected = sign(secret, kind, content)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return parseJson(Buffer.from(content, 'base64url').toString('utf8'))
}
