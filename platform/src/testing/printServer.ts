import { credentials } from '@grpc/grpc-js'
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import { startTestStack } from './stack.ts'

const readVersion = (address: string): Promise<string> => {
  const server = new features.ServerFeaturesClient(address, credentials.createInsecure())
  return new Promise<string>((resolve, reject) =>
    server.getSupportedMethods(new shared.Empty(), (error, methods) =>
      error ? reject(error) : resolve(methods.getEventStoreServerVersion()),
    ),
  ).finally(() => server.close())
}

/** Prints which event store the tests run on: the version that it names, and its command line. */
try {
  const stack = await startTestStack()
  try {
    const version = await readVersion(new URL(stack.eventStoreUrl).host)
    console.log(
      `Event store, version ${version}: ${process.env['EVENT_STORE_COMMAND'] ?? 'the embedded one'}`,
    )
  } finally {
    await stack.stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
