import { substitute } from './exampleSettings.ts'
import { composeOfCluster, type Compose } from './files.ts'

/** The nodes of the cluster by their names in compose. */
export const NODES: readonly string[] = Object.entries(composeOfCluster.services)
  .filter(([, { environment }]) => 'EVENTSTORE_CLUSTER_SIZE' in environment)
  .map(([name]) => name)

export const nodeSettings = (name: string, { services }: Compose = composeOfCluster) =>
  Object.fromEntries(
    Object.entries(services[name]?.environment ?? {}).map(([field, value]) => [field, substitute(value)]),
  )
