/** Files for tax authorities, which finance makes and downloads. */
export const taxFilingTexts = {
  title: 'Files for tax authorities, %{year}',
  note:
    'Each file takes the documents that are in no file yet, at most 100. It has whole tax numbers, so every download ' +
    'is in the access log of the hosts in it.',
  failed: 'Couldn’t load the files',
  denied: 'Tax documents and files are for finance, admins and auditors.',
  year: 'Year',
  none: 'No files yet.',
  file: 'File %{number}',
  kind: { new: 'new documents', corrections: 'corrections' },
  made: 'made %{at}',
  hosts: '%{smart_count} host |||| %{smart_count} hosts',
  leftOut: 'One document was left out: %{why}.',
  openHost: 'Open the host',
  why: {
    details_erased: 'the host’s details were erased',
    number_missing: 'the tax number is missing',
    homes_missing: 'a home has no address, or the document has no figures by home: correct it first',
  },
  download: 'Download',
  downloadOf: 'Download file %{number} of %{form}',
  downloadFailed: 'Couldn’t download the file',
  make: 'Make a file of %{form}',
  makeTitle: 'Make a file of %{form} %{year}?',
  makeText:
    'It takes the documents that are in no file yet: new ones first, corrections when there are no new ones. ' +
    'A document can’t be taken out of a file.',
  makeDone: 'The file is ready to download.',
  keep: 'Cancel',
}
