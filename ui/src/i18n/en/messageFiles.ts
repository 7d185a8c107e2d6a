/** Files of messages (docs/domain/thread.md#attachments). */
export const messageFilesTexts = {
  attach: 'Attach files',
  limits: 'Attach photos or PDFs: up to %{max} files of up to %{megabytes} MB',
  label: 'Attached files',
  waiting: 'Waiting to upload',
  offline: 'Uploads when you’re back online',
  uploading: 'Uploading…',
  tooLarge: 'This file is larger than %{megabytes} MB. Choose a smaller one.',
  empty: 'This file is empty.',
  tooMany: 'A message can have up to %{max} files.',
  again: 'Try again',
  remove: 'Remove %{name}',
  download: 'Download',
  count: '%{smart_count} file |||| %{smart_count} files',
  erased: 'This file was erased.',
  unscanned:
    'Your guest can’t open this PDF, because it couldn’t be checked for viruses. Send photos of it instead.',
}
