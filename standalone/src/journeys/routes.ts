import { commandDefinitions, resources } from '@hearth/contracts'
import { can, type Capability, type Role } from '@hearth/contracts/kernel/access'
import type { CommandDefinition, CommandRoute } from '@hearth/contracts/kernel/message'
import type { Resource } from '@hearth/contracts/kernel/resource'
import type { Client } from './journey.ts'

export type Command = Readonly<{ type: string; definition: CommandDefinition; route: CommandRoute }>

/** Every command of the registry that has a route. */
export const commands: readonly Command[] = [...commandDefinitions].flatMap(([type, { definition }]) =>
  definition.route === undefined ? [] : [{ type, definition, route: definition.route }],
)

export const lists: readonly Resource[] = Object.values(resources)

export const commandPath = ({ route: { collection, verb } }: Command, id: string) =>
  `/api/${collection}${verb === undefined ? '' : `/${encodeURIComponent(id)}/${verb}`}`

export const listPath = (name: string, query: Readonly<Record<string, unknown>>) =>
  `/api/${name}?` +
  new URLSearchParams(
    Object.entries(query).map(([field, value]): [string, string] => [field, JSON.stringify(value)]),
  ).toString()

/** One of the clients whose role has the capability. */
export const whoCan = (clients: Readonly<Partial<Record<Role, Client>>>, capability: Capability): Client => {
  const found = (Object.entries(clients) as [Role, Client][]).find(([role]) => can(role, capability))
  if (found === undefined) throw new Error(`No principal has ${capability}`)
  return found[1]
}
