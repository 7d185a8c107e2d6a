import { createHmac } from 'node:crypto'

type Content = Readonly<{ type: string; id: string; data: unknown; tenantId: string; actorId: string }>

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  )
}

/**
 * Equal for equal commands, whatever the order of their members. The secret key keeps personal data from
 * being guessed by its hash.
 */
export const createCommandHash =
  (key: string) =>
  ({ type, id, data, tenantId, actorId }: Content): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([type, id, tenantId, actorId, sorted(data)]))
      .digest('base64url')
