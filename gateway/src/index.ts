/** The door of the gateway: agents behind one endpoint, for clients elsewhere. */
export {}
