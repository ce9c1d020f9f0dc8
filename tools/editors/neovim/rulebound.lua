-- The language server of Rulebound for Neovim 0.7 and later: put this file into ~/.config/nvim/plugin.
vim.api.nvim_create_autocmd("FileType", {
  pattern = { "markdown", "yaml" },
  callback = function(args)
    local dir = vim.fs and vim.fs.dirname(args.file) or vim.fn.fnamemodify(args.file, ":p:h")
    local games = vim.fn.finddir("data/games", dir .. ";")
    if games == "" then
      return
    end
    local root = vim.fn.fnamemodify(games, ":p:h:h:h")
    RuleboundClients = RuleboundClients or {}
    RuleboundClients[root] = RuleboundClients[root]
      or vim.lsp.start_client({ name = "rulebound", cmd = { vim.g.rulebound or "rulebound", "lsp", "-C", root }, root_dir = root })
    vim.lsp.buf_attach_client(args.buf, RuleboundClients[root])
  end,
})
