{ status: {}, children: [] }
