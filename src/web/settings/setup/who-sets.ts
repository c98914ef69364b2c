/** To an owner who meets the name of an environment variable. */
export const whoSets =
  'Names in capital letters are settings of the program: whoever runs the server sets them, and starts the shop again.'
