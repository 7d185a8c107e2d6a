import { ServerCredentials, type Server } from '@grpc/grpc-js'

/** Lets a gRPC server listen on a free local port, without TLS. Resolves with the port. */
export const listenLocally = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    )
  })
