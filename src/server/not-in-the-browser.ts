/** Replaces every `#server/*` module in the browser build, where importing one is a mistake. */
throw new Error('Browser code imports server code: move the import into a loader or an action')
