export const cancelTexts = {
  title: 'Cancel',
}
