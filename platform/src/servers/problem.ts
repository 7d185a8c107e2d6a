/** Why a server that a setting names cannot be used. */
export type ServerProblem = Readonly<{
  /** What is wrong and what to do, with the setting’s name and without a password. */
  sentence: string
  /** It may be over soon: the server is starting or cannot be reached. Otherwise the setting is wrong. */
  mayPass: boolean
}>
