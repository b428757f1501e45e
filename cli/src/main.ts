#!/usr/bin/env node
/** The command. What is asked most often is answered before anything is loaded. */
