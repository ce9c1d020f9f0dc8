// The extension with doubles of vscode and of its language client: which servers it starts, stops and restarts. npm has no
// headless VS Code. If RULEBOUND names the program, the last test runs a real server through Microsoft's JSON-RPC.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createRequire } from "node:module";
import { build } from "esbuild";

const require = createRequire(import.meta.url);

// The state of the doubles.
const world = (globalThis.world = { folders: [], pages: {}, path: "rulebound", clients: [], fails: false, errors: [], commands: {}, changed: [] });

const doubles = {
  vscode: `
    const world = globalThis.world;
    export class RelativePattern { constructor(folder, pattern) { Object.assign(this, { folder, pattern }); } }
    const listen = (list) => (f) => { list.push(f); return { dispose() {} }; };
    export const commands = { registerCommand: (name, f) => { world.commands[name] = f; return { dispose() {} }; } };
    export const window = { showErrorMessage: (text) => { world.errors.push(text); } };
    export const workspace = {
      get workspaceFolders() { return world.folders; },
      onDidChangeWorkspaceFolders: listen(world.changed), onDidChangeConfiguration: listen(world.changed),
      findFiles: async (where) => world.pages[where.folder.uri.fsPath] && where.pattern === "data/games/*/*.md" ? ["page"] : [],
      getConfiguration: (section) => ({ get: (key) => section === "rulebound" && key === "path" ? world.path : undefined }),
    };`,
  "vscode-languageclient/node": `
    const world = globalThis.world;
    export class LanguageClient {
      constructor(id, name, server, options) { Object.assign(this, { server, options, running: false }); world.clients.push(this); }
      async start() { if (world.fails) throw new Error("ENOENT"); this.running = true; }
      async stop() { this.running = false; }
    }`,
};

const { outputFiles } = await build({
  entryPoints: [new URL("../src/extension.ts", import.meta.url).pathname], bundle: true, platform: "node", format: "esm", write: false,
  plugins: [{ name: "doubles", setup(b) {
    b.onResolve({ filter: /^vscode/ }, (a) => ({ path: a.path, namespace: "double" }));
    b.onLoad({ filter: /.*/, namespace: "double" }, (a) => ({ contents: doubles[a.path], loader: "js" }));
  } }],
});
const extension = await import("data:text/javascript;base64," + Buffer.from(outputFiles[0].contents).toString("base64"));
const folder = (fsPath) => ({ uri: { fsPath, toString: () => "file://" + fsPath } });
const running = () => world.clients.filter((c) => c.running).map((c) => c.server.args.join(" "));

test("a server for each folder that has games", async () => {
  world.folders = [folder("/games"), folder("/other")];
  world.pages = { "/games": true };
  await extension.activate({ subscriptions: [] });
  assert.deepEqual(running(), ["lsp -C /games"]);
  const [client] = world.clients;
  assert.equal(client.server.command, "rulebound");
  assert.deepEqual(client.options.documentSelector.map((d) => d.pattern), ["/games/data/games/*/*.md", "/games/scenarios/**/*.yaml"]);
});

test("another setting, another folder and the command start them again", async () => {
  world.path = " /opt/rulebound ";
  for (const f of world.changed) await f({ affectsConfiguration: (section) => section === "rulebound" });
  assert.equal(world.clients.filter((c) => c.running).length, 1);
  assert.equal(world.clients.at(-1).server.command, "/opt/rulebound");
  world.pages["/other"] = true;
  await world.commands["rulebound.restart"]();
  assert.deepEqual(running(), ["lsp -C /games", "lsp -C /other"]);
  assert.deepEqual(world.clients.slice(-2).map((c) => c.options.initializationOptions.commandSuffix), ["", "@file:///other"]);
});

test("a program that is not there is reported, and nothing is left running", async () => {
  world.fails = true;
  await world.commands["rulebound.restart"]();
  assert.deepEqual(running(), []);
  assert.match(world.errors[0], /\/opt\/rulebound cannot be started \(Error: ENOENT\)\. Set rulebound\.path/);
  world.fails = false;
  await world.commands["rulebound.restart"]();
  await extension.deactivate();
  assert.deepEqual(running(), []);
});

test("a real server", { skip: !process.env.RULEBOUND && "RULEBOUND names no program" }, async () => {
  const rpc = require("vscode-jsonrpc/node");
  const root = process.env.RULEBOUND_ROOT;
  const server = spawn(process.env.RULEBOUND, ["lsp", "-C", root], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = rpc.createMessageConnection(new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
  connection.listen();
  const { capabilities } = await connection.sendRequest("initialize", { processId: process.pid, rootUri: pathToFileURL(root).href, capabilities: {} });
  for (const name of ["hoverProvider", "renameProvider", "codeLensProvider", "completionProvider", "semanticTokensProvider"]) assert.ok(capabilities[name], name);
  const found = new Promise((done) => connection.onNotification("textDocument/publishDiagnostics", done));
  await connection.sendNotification("initialized", {});
  const page = path.join(root, "data/games/kalah/10-kalah.md");
  await connection.sendNotification("textDocument/didOpen", { textDocument: { uri: pathToFileURL(page).href, languageId: "markdown", version: 1, text: readFileSync(page, "utf8").replace("\nspaces:\n", "\nspces:\n") } });
  assert.ok((await found).diagnostics.some((d) => /did you mean spaces\?/.test(d.message)));
  await assert.rejects(connection.sendRequest("rulebound/whatever", {}), (e) => e.code === rpc.ErrorCodes.MethodNotFound);
  await connection.sendRequest("shutdown");
  const ended = new Promise((done) => server.on("exit", done));
  await connection.sendNotification("exit");
  assert.equal(await ended, 0);
  connection.dispose();
});
