/** Files that are added to a form, or linked to. */
export const filesTexts = {
  one: 'File %{number}',
  add: 'Add a file',
  remove: 'Remove',
  removeOne: 'Remove %{name}',
  wait: 'Wait until the file is uploaded.',
}
