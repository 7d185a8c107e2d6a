import { routes as writing } from '@hearth/command-service/routes'
import { commandDefinitions, resources } from '@hearth/contracts'
import { locatorOf, type CommandDefinition } from '@hearth/contracts/kernel/message'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { operationResources } from '@hearth/contracts/projection'
import type { Route } from '@hearth/platform/http/route'
import { routes as reading } from '@hearth/query-service/routes'

// Replaces what routes use to answer requests; no request comes here.
const unused: never = new Proxy(() => undefined, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 1 : unused),
  apply: () => unused,
}) as never

/** Every route that the two services mount, without starting them. */
export const allRoutes = (): readonly Route[] => {
  const publicUrl = new URL('http://localhost')
  const tools = new Proxy(
    { publicUrl },
    { get: (own, name) => (name === 'publicUrl' ? own.publicUrl : unused) },
  ) as never
  return [
    ...writing(unused, tools, { dsns: [], publicUrl, factor: 1, log: unused }, unused),
    ...reading(unused, unused),
  ]
}

/** `POST /api/bookings/:id/cancel`: how reports name a route. */
export const formatRoute = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`

/** The path's collection: `bookings` of `/api/bookings/:id/cancel`, `/api/bookings.csv`. */
export const readCollection = (path: string): string => path.split('/')[2]?.replace(/\.(csv|xlsx)$/, '') ?? ''

const byPath = new Map<string, CommandDefinition>(
  [...commandDefinitions.values()].flatMap(({ definition }) =>
    definition.route === undefined
      ? []
      : [
          [
            `/api/${definition.route.collection}` +
              (definition.route.verb === undefined ? '' : `/:id/${definition.route.verb}`),
            definition,
          ] as const,
        ],
  ),
)
/** The command behind a route; undefined if there is none. */
export const findCommand = ({ method, path }: Route): CommandDefinition | undefined =>
  method === 'POST' ? byPath.get(path) : undefined

export const isOfPlatform = (route: Route): boolean => {
  const definition = findCommand(route)
  return definition !== undefined && locatorOf(definition).by === 'platform'
}

/** Whether the body of a command says for which account it creates something. */
export const namesAccount = (definition: CommandDefinition): boolean => {
  const locator = locatorOf(definition)
  return locator.by === 'creation' && typeof locator.account === 'object'
}

const byName = new Map<string, Resource>(
  [...Object.values(resources), ...operationResources].map((resource) => [resource.name, resource]),
)
/** The resource whose list, row or export a route answers. */
export const findResource = ({ method, path }: Route): Resource | undefined => {
  const resource = byName.get(readCollection(path))
  return method === 'GET' &&
    resource !== undefined &&
    ['', '/:id', '.csv', '.xlsx'].some((ending) => path === `/api/${resource.name}${ending}`)
    ? resource
    : undefined
}
