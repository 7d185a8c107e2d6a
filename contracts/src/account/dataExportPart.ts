/** Binds one sealed piece of a data export to its place: what seals it and what opens it must agree. */
export const dataExportPartContext = (exportId: string, part: number): string =>
  `data-export/${exportId}/${part}`
