import type { Vault } from '../../vault/vault.ts'

/** The vault’s contents by id, without a database. */
export const createMemoryVault = (): Pick<Vault, 'keep' | 'open'> => {
  const contents = new Map<string, string>()
  const nameOf = (tenantId: string, id: string) => `${tenantId}/${id}`
  return {
    keep: async ({ tenantId, id, content }) => {
      const known = contents.get(nameOf(tenantId, id))
      if (known === undefined) contents.set(nameOf(tenantId, id), content)
      return known === undefined ? 'kept' : known === content ? 'known' : 'other'
    },
    open: async (tenantId, id) => contents.get(nameOf(tenantId, id)),
  }
}
